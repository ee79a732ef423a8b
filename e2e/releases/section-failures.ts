import { pageScript } from './defects.ts'
import type { Change } from './patched-copy.ts'

/** What the script of a page calls these. */
type Names = { component: string; react: string; jsx: string }

/** Ways in which the section of a release fails, most of them without its code in the stack of the error. */
export const sectionFailures: Record<string, Change> = {
  throws: pageAs(() => '()=>{throw Error("injected")}'),
  'is an object in the place of a component': pageAs(() => '({})'),
  'has React alone in the stack': pageAs(() => '()=>({})'),
  'is blocked by Trusted Types in a commit': pageAs(
    ({ react, jsx }) =>
      `()=>{let[s,t]=(0,${react}.useState)(!1);return(0,${react}.useEffect)(()=>t(!0),[]),(0,${jsx}.jsx)("div",{dangerouslySetInnerHTML:s?{__html:"<b>injected</b>"}:void 0})}`,
  ),
  'gives way by an error that the network may cause': pageAs(
    () => '()=>{throw Object.assign(Error("injected"),{name:"AbortError"})}',
  ),
  'suspends forever': pageAs(() => '()=>{throw new Promise(()=>{})}'),
  'throws in a cleanup': pageAs(
    ({ component, react }) => `e=>((0,${react}.useEffect)(()=>()=>{throw Error("injected")},[]),${component}(e))`,
  ),
}

/** Replaces the page by a component that is written with the names in its script. */
function pageAs(write: (names: Names) => string): Change {
  return {
    file: pageScript,
    to: (text) => {
      const [found = '', component = ''] = /Component:\(\)=>([\w$]+)/.exec(text) ?? []
      const rest = text.slice(text.indexOf(found))
      const react = /\(0,(\w+)\.use(?:State|Effect|Ref)\)/.exec(rest)?.[1] ?? ''
      const jsx = /\(0,(\w+)\.jsxs?\)/.exec(rest)?.[1] ?? ''
      return text.replace(found, () => `Component:()=>${write({ component, react, jsx })}`)
    },
  }
}

/** The same page, as another component. */
export const goodPage: Change = pageAs(({ component }) => `e=>${component}(e)`)
