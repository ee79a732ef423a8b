import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverFile, toIntegrity } from '../../bundler/release.ts'
import { dist, eachWithReleases, only, open, point, portal, publish, shell } from '../testing/portal.ts'

eachWithReleases()

const choosePreview = (site: string, preview = 'mfe-tips:4444') => ({
  url: '/preview',
  method: 'POST' as const,
  headers: { 'sec-fetch-site': site, 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams({ preview }).toString(),
})

test('shows a local build in a browser that turned the preview on, and in no other', async () => {
  const server = await portal({ hasPreviews: true })
  const form = await open(server, '/preview?remote=mfe-tips&port=4444')
  expect(form.body).toContain('сборку mfe-tips с http://localhost:4444')
  const chosen = await server.inject(choosePreview('same-origin'))
  expect(chosen.headers.location).toBe('/')
  expect(chosen.headers['set-cookie']).toBe('preview=mfe-tips:4444; Path=/; HttpOnly; SameSite=Strict')

  const page = await open(server, '/', 'session=x; preview=mfe-tips:4444')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("style-src 'self' http://localhost:4444 ")
  expect(policy).toContain("connect-src 'self' http://localhost:4444;")
  expect(page.body).toMatch(/<script src="http:\/\/localhost:4444\/preview\.js"[^>]* nonce="[^"]+"/)
  expect(page.body.indexOf('id="registry"')).toBeLessThan(page.body.indexOf('preview.js'))

  const other = await open(server, '/')
  expect(String(other.headers['content-security-policy'])).not.toContain('localhost')
  expect(other.body).not.toContain('preview.js')
})

test('hands out the server bundle of the live shell only where previews are on', async () => {
  const code = 'exports.render = () => {}'
  const pointer = publish({ ...shell, version: 's2', server: { file: serverFile, integrity: toIntegrity(code) } })
  writeFileSync(join(dist, 'releases/shell/s2', serverFile), code)
  await point({ shell: only(pointer) })
  const found = await (await portal({ hasPreviews: true })).inject('/preview/shell')
  expect([found.body, found.headers['content-type']]).toEqual([code, 'application/octet-stream'])
  expect((await (await portal({ hasPreviews: false })).inject('/preview/shell')).body).not.toContain(code)
})

test('accepts no cookie of another host over https', async () => {
  const server = await portal({ hasPreviews: true, isHttps: true })
  const chosen = await server.inject(choosePreview('same-origin'))
  expect(chosen.headers['set-cookie']).toBe('__Host-preview=mfe-tips:4444; Path=/; HttpOnly; SameSite=Strict; Secure')
  expect((await open(server, '/', '__Host-preview=mfe-tips:4444')).body).toContain('preview.js')
  expect((await open(server, '/', 'preview=mfe-tips:4444')).body).not.toContain('preview.js')
})

test('lets no other site turn a preview on, and accepts only a port from the browser', async () => {
  const server = await portal({ hasPreviews: true })
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await server.inject(choosePreview(site))).statusCode).toBe(403)
  }
  expect((await open(server, '/', 'session=x; preview=%')).statusCode).toBe(200)
  for (const preview of ['mfe-tips:4444/evil.example', 'mfe-tips:evil.example', 'shell:4444', 'mfe-tips:99999', '']) {
    expect((await server.inject(choosePreview('same-origin', preview))).statusCode).toBe(403)
    const page = await open(server, '/', `session=x; preview=${preview}`)
    expect(page.body).not.toContain('preview.js')
  }
})

test.each([
  ['no body', {}, '', 403],
  ['JSON', { 'content-type': 'application/json' }, '{"preview":"mfe-tips:4444"}', 415],
])('rejects %s in place of the form', async (_, type, payload, status) => {
  const server = await portal({ hasPreviews: true })
  const headers = { 'sec-fetch-site': 'same-origin', ...type }
  const response = await server.inject({ url: '/preview', method: 'POST', headers, ...(payload && { payload }) })
  expect(response.statusCode).toBe(status)
})

test('shows no preview when previews are off', async () => {
  const server = await portal()
  expect((await server.inject(choosePreview('same-origin'))).statusCode).toBe(404)
  const page = await open(server, '/', 'session=x; preview=mfe-tips:4444')
  expect(page.body).not.toContain('preview.js')
})
