/**
 * Shapes of JSON as the reference writes them: a name a line, two spaces, and then `{member: type, other?: type}`, an array as
 * `[type]`, alternatives with `|`, more members with `+`. Types are `text`, `number`, `bool`, `time`, `null`, and the
 * names of other shapes. Lines that begin with a space go on with the one before.
 */

type Type =
  | { readonly any: readonly Type[] }
  | { readonly all: readonly Type[] }
  | { readonly list: Type }
  | {
      readonly members: Readonly<Record<string, { readonly type: Type; readonly optional: boolean }>>;
      readonly of: string;
    }
  | { readonly name: string };

/** `members`: `SHAPE.member` of all that it names itself. */
export type Shapes = Readonly<Record<string, { readonly type: Type; readonly members: readonly string[] }>>;

/** Reads the shapes of a block. Several commands that print the same stand with commas between them. */
export function readShapes(text: string): Shapes {
  const lines = text
    .replaceAll(/\n +/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, names = '', written = ''] = /^(.*?) {2,}(.*)$/.exec(line) ?? [];
      const members: string[] = [];
      const type = readType(written, names, members);
      return names.split(', ').map((name) => [name, { type, members }] as const);
    }),
  );
}

function readType(written: string, of: string, members: string[]): Type {
  const tokens = written.match(/[\w]+|[{}[\]:,?|+]/g) ?? [];
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const take = (token: string): boolean => tokens[at] === token && at++ >= 0;
  const several = (separator: string, one: () => Type): readonly Type[] => {
    const all = [one()];
    while (take(separator)) {
      all.push(one());
    }

    return all;
  };
  const unless = (all: readonly Type[], otherwise: Type): Type =>
    all.length === 1 ? (all[0] ?? otherwise) : otherwise;
  const readAny = (): Type => {
    const any = several('|', readAll);
    return unless(any, { any });
  };
  const readAll = (): Type => {
    const all = several('+', readOne);
    return unless(all, { all });
  };
  const readOne = (): Type => {
    if (take('[')) {
      const list = readAny();
      next();
      return { list };
    }

    if (!take('{')) {
      return { name: next() };
    }

    const found: Record<string, { readonly type: Type; readonly optional: boolean }> = {};
    while (!take('}')) {
      const member = next();
      const optional = take('?');
      next();
      found[member] = { type: readAny(), optional };
      members.push(`${of}.${member}`);
      take(',');
    }

    return { members: found, of };
  };
  return readAny();
}

/** What of a value is not as its shape says; each member that is there is added to `seen`. */
export function findMisfits(value: unknown, name: string, shapes: Shapes, seen: Set<string>): readonly string[] {
  const shape = shapes[name];
  return shape ? check(value, shape.type, '', shapes, seen) : [`${name} is no shape`];
}

function check(value: unknown, type: Type, path: string, shapes: Shapes, seen: Set<string>): readonly string[] {
  if ('any' in type) {
    const each = type.any.map((one) => {
      const own = new Set<string>();
      return { misfits: check(value, one, path, shapes, own), own };
    });
    const best = each.reduce((least, one) => (one.misfits.length < least.misfits.length ? one : least));
    best.own.forEach((member) => seen.add(member));
    return best.misfits;
  }

  if ('list' in type) {
    return Array.isArray(value)
      ? value.flatMap((item, index) => check(item, type.list, `${path}${index}.`, shapes, seen))
      : [`${path.slice(0, -1)} is no array`];
  }

  const shape = 'name' in type ? shapes[type.name] : undefined;
  if (shape) {
    return check(value, shape.type, path, shapes, seen);
  }

  if ('name' in type) {
    return fits(value, type.name) ? [] : [`${path.slice(0, -1)} is no ${type.name}`];
  }

  const groups = membersOf(type, shapes);
  if (typeof value !== 'object' || value === null) {
    return [`${path.slice(0, -1)} is no object`];
  }

  const named = new Map(
    groups.flatMap(({ members, of }) => Object.entries(members).map(([name, one]) => [name, { ...one, of }])),
  );
  const missing = [...named].flatMap(([name, { optional }]) =>
    optional || Object.hasOwn(value, name) ? [] : [`${path}${name} is missing`],
  );
  const others = Object.entries(value).flatMap(([name, own]) => {
    const member = named.get(name);
    if (!member) {
      return [`${path}${name} is not named`];
    }

    seen.add(`${member.of}.${name}`);
    return check(own, member.type, `${path}${name}.`, shapes, seen);
  });
  return [...missing, ...others];
}

type Group = Extract<Type, { members: unknown }>;

/** The members of a shape that is made of several. */
function membersOf(type: Type, shapes: Shapes): readonly Group[] {
  if ('members' in type) {
    return [type];
  }

  if ('name' in type) {
    const shape = shapes[type.name];
    return shape ? membersOf(shape.type, shapes) : [];
  }

  return 'list' in type ? [] : ('all' in type ? type.all : type.any).flatMap((one) => membersOf(one, shapes));
}

function fits(value: unknown, type: string): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'time':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
    case 'number':
      return typeof value === 'number';
    case 'bool':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    default:
      return false;
  }
}
