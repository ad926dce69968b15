export async function main(): Promise<void> {
  await Promise.resolve();
}
