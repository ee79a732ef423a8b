import { expect, test } from 'vitest'
import { withoutReleaseSecrets } from './run-tests.ts'

test('tests get the environment without the signing key and the secrets of the release stores', () => {
  const secrets = { RELEASE_SIGNING_KEY: 'key', RELEASES: 's3', RELEASES_S3_SECRET: 'a', FROM_S3_SECRET: 'b' }
  expect(withoutReleaseSecrets({ PATH: '/bin', CI: 'true', ...secrets })).toEqual({ PATH: '/bin', CI: 'true' })
})
