import { expect, test } from 'vitest'
import { eachWithReleases, open, portal } from '../testing/portal.ts'

eachWithReleases()

const banner = '<strong>Тестовый банк.</strong> Выводы ненастоящие, деньги не придут.'

// spec: 9.53
test.each(['/', '/billing', '/login', '/password/recovery', '/i/DEMO-BEREZKA', '/cards/card-form', '/nowhere'])(
  '%s says that the bank is a sandbox where one pays in production, signed in or not, before any script runs',
  async (path) => {
    const settings = [{ sandbox_bank: true }, { sandbox_bank: false }, undefined]
    const pages = await Promise.all(settings.map((given) => portal({ publicSettings: () => given })))
    for (const cookie of ['', 'session=x']) {
      const bodies = await Promise.all(pages.map(async (server) => (await open(server, path, cookie)).body))
      expect(bodies.map((body) => body.includes(banner))).toEqual([true, false, false])
      const [body = ''] = bodies
      // Scripts render only into #root, so the banner stays above everything that they show.
      expect(body.indexOf(banner)).toBeLessThan(body.indexOf('<div id="root">'))
    }
  },
)
