/** The formatter leaves long texts and comments as they are; this does not. */

type Line = { readonly line: number; readonly column: number };
type Context = {
  readonly sourceCode: { readonly text: string };
  report(found: { readonly loc: { readonly start: Line; readonly end: Line }; readonly message: string }): void;
};

const most = 120;

const lineWidth = {
  create: (context: Context) => ({
    Program: () => {
      for (const [index, { length }] of context.sourceCode.text.split('\n').entries()) {
        if (length > most) {
          const line = index + 1;
          context.report({
            loc: { start: { line, column: most }, end: { line, column: length } },
            message: `This line has ${length} characters; break it at ${most}.`,
          });
        }
      }
    },
  }),
};

export default { meta: { name: 'petstore-lines' }, rules: { width: lineWidth } };
