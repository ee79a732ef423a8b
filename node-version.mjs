// Read before anything else: an old Node does not even understand the files that come after it.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `Node ${process.versions.node} is too old: Node 24 or later is needed; \`npx pnpm start\` brings it.\n`,
  )
  process.exit(1)
}
