// What a frame costs at the least: Node starts and prints 20 lines.
for (let line = 1; line <= 20; line += 1) {
  console.log(`line ${line}`);
}
