/** Whoever follows an import lands on an exported name; a comment right above it explains it. */

// The part of oxlint's context that is used here; the package has no types to import for it.
type Comment = { readonly type: string; readonly value: string };
type Context = {
  readonly sourceCode: { getCommentsBefore(node: unknown): readonly Comment[] };
  report(found: { readonly node: unknown; readonly message: string }): void;
};

const documentedExports = {
  create: (context: Context) => ({
    'ExportNamedDeclaration[declaration]': (node: unknown) => {
      if (
        !context.sourceCode.getCommentsBefore(node).some(({ type, value }) => type === 'Block' && value.startsWith('*'))
      ) {
        context.report({
          node,
          message: 'Say in a /** comment */ what this is: its shape, unit, error or reason, not its name again.',
        });
      }
    },
  }),
};

export default { meta: { name: 'petstore' }, rules: { 'documented-exports': documentedExports } };
