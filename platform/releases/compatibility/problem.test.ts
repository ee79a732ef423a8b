import { expect, test } from 'vitest'
import { describeProblems, type Problem } from './problem.ts'

const conflict: Problem = {
  text: 'mfe-rota r1 needs react ^20.0.0, shell s1 has 19.3.1',
  between: ['mfe-rota', 'shell'],
}

test('names one command for packages that this repository can build', () => {
  expect(describeProblems([conflict], 'release', ['shell', 'mfe-rota'])).toBe(`  ${conflict.text}
Where both sides have to change: npm run release -- mfe-rota shell
Conflicts: mfe-rota × shell`)
})

test.each([
  ['the team of a remote', ['mfe-rota']],
  ['the portal', ['shell', 'mfe-tips']],
])('tells %s what each repository does, in which order', (_, ownPackages) => {
  const other: Problem = { text: 'mfe-tips t1 needs react ^19.3.1', between: ['mfe-tips', 'shell'] }
  const lines = describeProblems([conflict, other], 'release', ownPackages).split('\n')
  expect(lines.filter((line) => /^ {2}\d\. /.test(line))).toEqual([
    '  1. the portal:  RELEASES=<a new store> PORTAL_ORIGIN= npm run release -- shell',
    '  2. mfe-rota, with the SDK of that shell:  RELEASES=<that store> PORTAL_ORIGIN= npm run release -- mfe-rota',
    '  3. mfe-tips, with the SDK of that shell:  RELEASES=<that store> PORTAL_ORIGIN= npm run release -- mfe-tips',
    '  4. the portal:  FROM_PUBLIC_KEY=<the keys that signed it> npm run release:promote -- mfe-rota mfe-tips shell --from <that store>',
  ])
  expect(lines.at(-1)).toBe('Conflicts: mfe-rota × shell, mfe-tips × shell')
})

test('rolls back by one command in each repository, because nothing is built', () => {
  expect(describeProblems([conflict], 'release:rollback', ['mfe-rota'])).toContain(
    'npm run release:rollback -- mfe-rota shell',
  )
})
