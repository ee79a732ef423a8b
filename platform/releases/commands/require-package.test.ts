import { expect, test, vi } from 'vitest'

/** Returns the message for a name in a repository with these packages; that of a team has `sdkModules`. */
async function messageFor(name: string, packageNames: string[], sdkModules?: Record<string, string>): Promise<string> {
  vi.resetModules()
  vi.doMock('../../bundler/paths.ts', () => ({ packageNames, sdkModules }))
  const { requirePackage } = await import('./require-package.ts')
  try {
    requirePackage(name)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('accepts the shell only in its own repository', async () => {
  expect(await messageFor('shell', ['shell', 'mfe-tips'])).toBe('')
  expect(await messageFor('shell', ['mfe-schedule'], {})).toBe(
    'The repository of the portal releases the shell: say one of mfe-schedule',
  )
})

test.each([
  ['mfe-none', ['mfe-schedule', 'mfe-tables'], 'There is no mfe-none here: say one of mfe-schedule, mfe-tables'],
  ['mfe-none', [], 'There is no mfe-none here: run this where the folders of your remotes are'],
  ['', ['mfe-schedule'], 'Say which remote: mfe-schedule'],
  ['mfe-schedule', ['mfe-schedule'], ''],
])('in the repository of a team, %j of %j → %j', async (name, remotes, message) => {
  expect(await messageFor(name, remotes, {})).toBe(message)
})
