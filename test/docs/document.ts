/**
 * The documents as their readers meet them: blocks of code, links, headings, and what is written as code in a sentence.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { lexer, type Token } from 'marked';

/** A fenced block. */
export type Block = {
  /** `sh`: commands. `console`: commands after `$`, each with what it prints. Anything else is no command. */
  readonly language: string;
  readonly text: string;
  /** Where it starts, from 1. */
  readonly line: number;
  /** The heading it stands under. */
  readonly heading: string;
  /** Why it is not run: `<!-- not run: REASON -->` right above it. */
  readonly notRun: string | undefined;
  /** Programs without which it cannot be run: `<!-- needs: PROGRAM... -->` right above it. */
  readonly needs: readonly string[];
};

export type Document = {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Addresses of links and pictures, as they are written. */
  readonly links: readonly string[];
  /** The fragment of each heading, as GitHub makes it. */
  readonly anchors: ReadonlySet<string>;
  /** Spans of code in sentences and tables. */
  readonly spans: readonly string[];
};

/** Every document that is written by hand. */
export const documentPaths: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Reads a document. Fails where a block does not say what it is. */
export function readDocument(path: string): Document {
  const text = readFileSync(path, 'utf8');
  const tokens = lexer(text);
  const links: string[] = [];
  const spans: string[] = [];
  const anchors = new Set<string>();
  for (const token of tokens.flatMap(withInner)) {
    if (token.type === 'link' || token.type === 'image') {
      links.push(token['href'] as string);
    } else if (token.type === 'codespan') {
      spans.push(token['text'] as string);
    } else if (token.type === 'heading') {
      anchors.add(toAnchor(toText(token)));
    } else if (token.type === 'html') {
      links.push(...Array.from(token.raw.matchAll(/ (?:src|srcset)="([^"]*)"/g), ([, address = '']) => address));
    }
  }

  return { path, text, blocks: readBlocks(path, tokens), links, anchors, spans };
}

function readBlocks(path: string, tokens: readonly Token[]): readonly Block[] {
  const blocks: Block[] = [];
  let line = 1;
  let heading = '';
  let comment = '';
  for (const token of tokens) {
    if (token.type === 'heading') {
      heading = toText(token);
    } else if (token.type === 'code') {
      const language = (token['lang'] as string | undefined) ?? '';
      if (language === '') {
        throw new Error(
          `${path}:${line}: the block does not say its language; commands are \`sh\` or \`console\`, all else is \`text\``,
        );
      }

      const note = (name: string): string | undefined => new RegExp(`^<!-- ${name}: ([^]*?) -->`).exec(comment)?.[1];
      blocks.push({
        language,
        text: token['text'] as string,
        line,
        heading,
        notRun: note('not run'),
        needs: note('needs')?.split(/[ ,]+/) ?? [],
      });
    } else if (withInner(token).some((inner) => inner.type === 'code')) {
      throw new Error(
        `${path}:${line}: a block within a list or quote is not found by the test that runs commands; move it out`,
      );
    }

    comment = token.type === 'html' ? token.raw : token.type === 'space' ? comment : '';
    line += token.raw.split('\n').length - 1;
  }

  return blocks;
}

/** A token and all within it: text of a paragraph, items of a list, cells of a table. */
function withInner(token: Token): readonly Token[] {
  const { tokens = [], items = [], header = [], rows = [] } = token as Inner;
  return [
    token,
    ...[...tokens, ...items, ...[header, ...rows].flat().flatMap((cell) => cell.tokens)].flatMap(withInner),
  ];
}

type Cell = { readonly tokens: readonly Token[] };
type Inner = {
  readonly tokens?: readonly Token[];
  readonly items?: readonly Token[];
  readonly header?: readonly Cell[];
  readonly rows?: readonly (readonly Cell[])[];
};

/** The fragment that GitHub makes of a heading. A second heading of the same words would need a number after it. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** What is read of it, without what marks it up. */
function toText(token: Token): string {
  const { tokens } = token as Inner;
  return tokens ? tokens.map(toText).join('') : ((token as { readonly text?: string }).text ?? '');
}
