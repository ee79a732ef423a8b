import { pageScript } from '../defects.ts'
import type { Change } from '../patched-copy.ts'

/** JavaScript that a hostile release runs, by the moment at which it does. `react` is React there. */
type Code = { load: string } | { render: string } | { effect: string } | { cleanup: string } | { component: string }

/** `seconds`: after which telemetry has noticed it, where that takes longer. */
export type Kind = Code & { seconds?: number }

/** Defines `shared('router')`, which returns a module of `shared` that the shell provides, and tells a test that the code runs. */
const preamble = `window.isHostile=true;const shared=name=>globalThis.__FEDERATION__.__INSTANCES__[0].options.shared['@portal/shared/'+name][0].lib();`

/** Returns the change of a built release that makes it hostile. */
export function changeOf(kind: Kind): Change {
  if ('load' in kind) return { file: pageScript, to: (text) => `'use strict';{${preamble}${kind.load}};${text}` }
  if ('component' in kind) return { file: pageScript, to: (text) => replaced(text, () => kind.component) }
  const { render, effect, cleanup } = { render: '', effect: '', cleanup: '', ...kind }
  return {
    file: pageScript,
    to: (text) =>
      replaced(
        text,
        (page, react) =>
          `props=>{const react=${react};${preamble}${render};react.useEffect(()=>{${effect};return()=>{${cleanup}}},[]);return ${page}(props)}`,
      ),
  }
}

/** Replaces the page that the module exports. `react` is the name that its module has for React. */
function replaced(text: string, to: (page: string, react: string) => string): string {
  return text.replace(
    /Component:\(\)=>([\w$]+)(.*?\(0,(\w+)\.use(?:State|Effect|Ref|Id)\))/s,
    (_, page: string, rest: string, react: string) => `Component:()=>${to(page, react)}${rest}`,
  )
}
