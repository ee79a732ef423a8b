import { writeFileSync } from 'node:fs'
import { CommandError, runCommand } from '../api/command/command.ts'
import { readSpecification, specificationFile } from './specification.ts'

const command = {
  name: 'specification',
  about: 'Writes into docs/specification.md which tests hold each line, by the comments `// spec: 3.2` beside them.',
}

await runCommand(command, async () => {
  const { page, problems } = readSpecification()
  writeFileSync(specificationFile, page)
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
})
