import { openFrames } from '@portal/test-kit/steps'
import { collected, fetchHealth, leave } from '../fixtures/telemetry.ts'
import { expect } from '../fixtures.ts'
import { pageScript } from '../releases/defects.ts'
import { chooseInMenu, sections, showsSection, test } from '../releases/sections.ts'

// Errors that React does not catch. failing-releases.spec.ts has errors while rendering and in effects.

const faults = {
  'a rejected promise': (text: string) =>
    text.replace(/Component:\(\)=>([\w$]+)/, 'Component:()=>e=>(Promise.reject(Error("injected")),$1(e))'),
  'an error in an event handler': (text: string) =>
    text.replace(
      /Component:\(\)=>([\w$]+)(.*?\(0,(\w+)\.jsxs?\))/s,
      'Component:()=>e=>(0,$3.jsx)("div",{onClick(){throw Error("injected")},children:(0,$3.jsx)($1,e)})$2',
    ),
}

for (const [name, to] of Object.entries(faults)) {
  test(`${name} of a remote leaves the portal working, and is reported with its release @phone`, async ({
    context,
    portal,
    request,
  }) => {
    const { release } = await portal.release('mfe-tips', { file: pageScript, to })
    const page = await context.newPage()
    // The server would render the page without the change, which is only in the browser's code.
    await openFrames(page)
    const thrown = page.waitForEvent('pageerror')
    await page.goto(portal.url)
    await showsSection(page, 'mfe-tips')
    await page.getByText(sections['mfe-tips'].shows).click()
    expect((await thrown).message).toBe('injected')
    await showsSection(page, 'mfe-tips')
    await chooseInMenu(page, 'mfe-settings')
    await showsSection(page, 'mfe-settings')

    await collected(page)
    await leave(page)
    await expect
      .poll(() => fetchHealth(request, release.version))
      .toEqual([expect.objectContaining({ remote: 'mfe-tips', starts: 1, errors: 1, load_failures: 0 })])
  })
}
