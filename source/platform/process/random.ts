/** A number from 0 up to 1, for back-off; nothing secret is made of it. */
export const systemRandom = (): number => Math.random();
