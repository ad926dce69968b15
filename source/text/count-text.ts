/** How many animals were sent, refused by the store, or left to a person. */
export type Counts = { readonly sent: number; readonly refused: number; readonly undecided: number };

/** `39 sent, 12 refused. 2 shows them.`: counts as counts, and apart from them the key that shows what needs somebody. */
export function summaryText({ sent, refused, undecided }: Counts): string {
  const parts = [
    ...(sent > 0 ? [`${sent} sent`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(undecided > 0 ? [`${undecided} ${undecided === 1 ? 'needs' : 'need'} your decision`] : []),
  ];
  const needy = refused + undecided;
  return `${parts.join(', ')}.${needy === 0 ? '' : ` 2 shows ${needy === 1 ? 'it' : 'them'}.`}`;
}
