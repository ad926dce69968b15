/**
 * The prose of the project, sentence by sentence: documents, comments, the texts in the code, and the interface's
 * description. Code within a sentence counts as one word.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token } from 'marked';
import ts from 'typescript';
import { parse } from 'yaml';

/** A sentence, or a heading, a cell or an item that is none. */
export type Sentence = { readonly path: string; readonly line: number; readonly text: string };

type Passage = { readonly line: number; readonly text: string };

/** All prose below a folder, by room: `docs`, `internals`, `openapi`, and for each folder of `source/` comments and texts. */
export function readProse(root = '.'): ReadonlyMap<string, readonly Sentence[]> {
  const find = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).sort();
  const documents = find('{*,docs/**/*}.md').map((path) => ({ path, room: roomOf(path), passages: inMarkdown }));
  const descriptions = find('data/openapi.yaml').map((path) => ({ path, room: 'openapi', passages: inYaml }));
  const modules = find('source/**/*.{ts,tsx}').flatMap((path) => {
    const folder = path.split('/')[1]?.replace(/\.ts$/, '') ?? '';
    return [
      { path, room: `${folder}: comments`, passages: inComments },
      { path, room: `${folder}: texts`, passages: inTexts },
    ];
  });
  const sentences = [...documents, ...descriptions, ...modules].flatMap(({ path, room, passages }) =>
    passages(readFileSync(join(root, path), 'utf8'), path).flatMap(({ line, text }) =>
      sentencesOf(text).map((sentence) => ({ room, path, line, text: sentence })),
    ),
  );
  return Map.groupBy(sentences, ({ room }) => room);
}

function roomOf(path: string): string {
  return path.startsWith('docs/internals/') ? 'internals' : 'docs';
}

/** Splits after a full stop and the like, where a capital follows, and replaces code by a word. */
function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/``[^`]+``|`[^`]*`/g, 'CODE')
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?][)"”*]?) (?=[(*"“A-Z])|(?<=:) (?=[*] )/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Paragraphs, items, cells and headings, without what `npm run docs` writes. */
function inMarkdown(document: string): readonly Passage[] {
  const written = document.replaceAll(/<!-- ([\w-]+): generated[^]*?<!-- \/\1 -->/g, (part) =>
    part.replaceAll(/[^\n]/g, ''),
  );
  const passages: Passage[] = [];
  let line = 1;
  for (const token of lexer(written)) {
    passages.push(...leaves(token).map((text) => ({ line, text })));
    line += token.raw.split('\n').length - 1;
  }

  return passages;
}

type Inner = {
  readonly tokens?: readonly Token[];
  readonly items?: readonly Token[];
  readonly header?: readonly { readonly tokens: readonly Token[] }[];
  readonly rows?: readonly (readonly { readonly tokens: readonly Token[] }[])[];
};

function leaves(token: Token): readonly string[] {
  const { items, header = [], rows, tokens = [] } = token as Inner;
  if (items || token.type === 'list_item' || token.type === 'blockquote') {
    return [...(items ?? []), ...tokens].flatMap(leaves);
  }

  return rows
    ? [header, ...rows].flatMap((cells) => cells.map((cell) => cell.tokens.map(toText).join('')))
    : ['paragraph', 'text', 'heading'].includes(token.type)
      ? [toText(token)]
      : [];
}

function toText(token: Token): string {
  const { tokens } = token as Inner;
  return token.type === 'codespan'
    ? '`CODE`'
    : tokens
      ? tokens.map(toText).join('')
      : ((token as { readonly text?: string }).text ?? '');
}

/** Descriptions and summaries. */
function inYaml(document: string): readonly Passage[] {
  const lines = document.split('\n');
  const walk = (value: unknown, key: string): readonly string[] =>
    typeof value === 'string'
      ? ['description', 'summary', 'title'].includes(key)
        ? value.split(/\n\s*\n|\n(?=[*-] )/)
        : []
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => walk(inner, name))
        : [];
  return walk(parse(document), '').map((text) => ({
    line: lines.findIndex((line) => line.includes(text.split('\n')[0]?.slice(0, 40) ?? '')) + 1,
    text,
  }));
}

function parseModule(text: string, path: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Comments; those of several lines in a row are one. */
function inComments(text: string, path: string): readonly Passage[] {
  const file = parseModule(text, path);
  const found = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]) {
      found.set(pos, end);
    }

    node.getChildren(file).forEach(visit);
  };
  visit(file);
  const ranges = [...found].sort(([a], [b]) => a - b);
  const whole: [number, number][] = [];
  for (const [pos, end] of ranges) {
    const last = whole.at(-1);
    if (last && text.startsWith('//', pos) && /^\n\s*$/.test(text.slice(last[1], pos))) {
      last[1] = end;
    } else {
      whole.push([pos, end]);
    }
  }

  return whole.flatMap(([pos, end]) => {
    const line = file.getLineAndCharacterOfPosition(pos).line + 1;
    const prose = text
      .slice(pos, end)
      // A block of code, such as the names of files with their meanings.
      .replaceAll(/^ *\* {5,}.*$/gm, '')
      .replaceAll(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\s*\*\/$/gm, '')
      .replaceAll(/\{@link (\w+)\}/g, '$1');
    return prose.split(/\n\s*\n|\n(?=\s*[*-] )/).map((part) => ({ line, text: part }));
  });
}

/** Strings, templates and JSX that hold at least three words, but for SQL and the scripts of shells. */
function inTexts(text: string, path: string): readonly Passage[] {
  const file = parseModule(text, path);
  const passages: Passage[] = [];
  const visit = (node: ts.Node): void => {
    const said =
      ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)
        ? node.text
        : ts.isTemplateExpression(node)
          ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('CODE')
          : '';
    if (
      /[a-z]+ [a-z]+.* [a-z]+/is.test(said) &&
      !/^(?:select|insert|update|delete|create|alter|with) |^# /i.test(said.trim())
    ) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      passages.push(...said.split(/\n\s*\n/).map((part) => ({ line, text: part })));
    }

    ts.forEachChild(node, visit);
  };
  visit(file);
  return passages;
}
