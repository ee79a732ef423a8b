import { type Change, pageScript } from './patched-copy.ts'

/** The names that the script of a page gives to these. */
type Names = { component: string; react: string; jsx: string }

/** Failures of a section that do not have its code in the stack of the error, or that come when it is left. */
export const sectionFailures: Record<string, Change> = {
  'has only React in the stack': pageAs(() => '()=>({})'),
  'is blocked by Trusted Types in a commit': pageAs(
    ({ react, jsx }) =>
      `()=>{let[s,t]=(0,${react}.useState)(!1);return(0,${react}.useEffect)(()=>t(!0),[]),(0,${jsx}.jsx)("div",{dangerouslySetInnerHTML:s?{__html:"<b>injected</b>"}:void 0})}`,
  ),
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

/** A page that throws when it renders. */
export const failingPage: Change = pageAs(() => '()=>{throw Error("injected")}')

/** The same content, in another component. */
export const goodPage: Change = pageAs(({ component }) => `e=>${component}(e)`)
