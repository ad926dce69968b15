/** A function that remembers its last answer: what depends only on data is computed once per data, not once per key. */
export function remember<Arguments extends readonly unknown[], Answer>(
  compute: (...values: Arguments) => Answer,
): (...values: Arguments) => Answer {
  let last: { readonly values: Arguments; readonly answer: Answer } | undefined;
  return (...values) => {
    if (!last?.values.every((value, index) => Object.is(value, values[index]))) {
      last = { values, answer: compute(...values) };
    }

    return last.answer;
  };
}
