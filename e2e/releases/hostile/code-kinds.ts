import type { Kind } from './kind.ts'

const fail = `throw Error('injected')`
const hang = 'for(;;);'
const block = (ms: number) => `for(const end=Date.now()+${ms};Date.now()<end;);`

/** Code that fails, hangs, or changes what the language and the browser give to all. */
export const codeKinds: Record<string, Kind> = {
  'throws when it loads': { load: fail },
  'throws while it renders': { render: fail },
  'throws in an effect': { effect: fail },
  'throws in the cleanup of an effect': { cleanup: fail },
  'throws in a handler': { effect: `document.querySelector('main').onclick=()=>{${fail}}` },
  'is an object': { component: '({})' },
  'is undefined': { component: 'void 0' },
  'renders an object': { component: '()=>({})' },
  'suspends for ever': { component: '()=>{throw new Promise(()=>{})}', seconds: 12 },
  'hangs when it loads': { load: hang },
  'hangs while it renders': { render: hang },
  'hangs in an effect': { effect: hang },
  'hangs in the cleanup of an effect': { cleanup: hang },
  'hangs in a handler': { effect: `document.querySelector('main').addEventListener('click',()=>{${hang}})` },
  'hangs in microtasks': { effect: 'const turn=()=>Promise.resolve().then(turn);turn()' },
  'hangs in a MutationObserver': {
    effect: `const main=document.querySelector('main');new MutationObserver(()=>main.dataset.at=Math.random()).observe(main,{attributes:true});main.dataset.at=1`,
  },
  'blocks the thread for 4 s when it loads': { load: block(4000) },
  'blocks the thread in each frame': { effect: `const frame=()=>{${block(150)}requestAnimationFrame(frame)};frame()` },
  'sets state in its render': { render: 'const[,set]=react.useState(0);set(Math.random())' },
  'sets state in each effect': {
    render: 'const[,set]=react.useState(0);react.useEffect(()=>set(Math.random()))',
    seconds: 30,
  },
  'sets state in each layout effect': {
    render: 'const[,set]=react.useState(0);react.useLayoutEffect(()=>set(Math.random()))',
  },
  'adds to Object.prototype': { load: `Object.prototype.injected='injected'` },
  'replaces Object.prototype.toString': { load: `Object.prototype.toString=()=>{${fail}}` },
  'replaces Array.prototype.map': { load: `Array.prototype.map=()=>[]` },
  'replaces Array.prototype.push': { load: `Array.prototype.push=()=>0` },
  'replaces Map.prototype.get': { effect: `Map.prototype.get=()=>undefined` },
  'replaces Promise.prototype.then': { effect: `Promise.prototype.then=()=>new Promise(()=>{})` },
  'replaces Promise': { effect: `window.Promise=class{}` },
  'replaces JSON.parse': { effect: `JSON.parse=()=>({})` },
  'replaces JSON.stringify': { effect: `JSON.stringify=()=>''` },
  'replaces fetch': { effect: `window.fetch=()=>new Promise(()=>{})` },
  'replaces XMLHttpRequest': { effect: `window.XMLHttpRequest=class{}` },
  'replaces history.pushState': { effect: `history.pushState=()=>{}` },
  'replaces setTimeout': { effect: `window.setTimeout=()=>0` },
  'replaces requestAnimationFrame and MessageChannel': {
    effect: `window.requestAnimationFrame=()=>0;window.MessageChannel=class{};window.queueMicrotask=()=>{}`,
  },
  'replaces addEventListener': { effect: `EventTarget.prototype.addEventListener=()=>{}` },
  'replaces console': { effect: `window.console=undefined` },
  'replaces window.portal': { effect: `window.portal={}` },
  'replaces what loads files': { effect: `window.portal.addressFile=()=>false` },
  'replaces the federation': { effect: `window.federationForRemotes={};window.__FEDERATION__={}` },
  'replaces String.prototype.split': { effect: `String.prototype.split=()=>[]` },
  'replaces Date.now': { effect: `Date.now=()=>NaN` },
  'replaces Intl.NumberFormat': { effect: `Intl.NumberFormat=class{}` },
  'replaces Node.prototype.appendChild': { effect: `Node.prototype.appendChild=node=>node` },
  'replaces document.createElement': { effect: `document.createElement=()=>null` },
  'replaces document.querySelector': { effect: `Document.prototype.querySelector=()=>null` },
  'replaces customElements.define': { effect: `customElements.define=()=>{${fail}}` },
  'replaces matchMedia and ResizeObserver': { effect: `window.matchMedia=()=>null;window.ResizeObserver=class{}` },
  'replaces the iterator of arrays': {
    effect: `Object.getPrototypeOf([][Symbol.iterator]()).next=()=>({done:true,value:undefined})`,
  },
  'replaces MessagePort.prototype.postMessage': { effect: `MessagePort.prototype.postMessage=()=>{}` },
  'replaces AbortSignal': {
    effect: `AbortSignal.timeout=AbortSignal.any=()=>AbortSignal.abort();Object.defineProperty(AbortSignal.prototype,'aborted',{get:()=>true})`,
  },
  'replaces the formats of numbers and dates': {
    effect: `for(const type of[Intl.NumberFormat,Intl.DateTimeFormat])Object.defineProperty(type.prototype,'format',{get:()=>()=>'injected'})`,
  },
  'replaces scrollTo': { effect: `window.scrollTo=()=>{${fail}}` },
  'replaces the title of the document': {
    effect: `Object.defineProperty(document,'title',{get:()=>'',set(){${fail}}})`,
  },
  'replaces what sends telemetry, and then throws': { effect: `navigator.sendBeacon=()=>true;${fail}` },
  'replaces the hooks of React': { effect: `react.useState=react.useEffect=()=>{${fail}}` },
  'replaces jsx': {
    effect: `for(const library of Object.values(globalThis.__FEDERATION__.__INSTANCES__[0].options.shared).flat()){const lib=library.lib?.();if(lib?.jsx)lib.jsx=lib.jsxs=()=>null}`,
  },
  'freezes window.portal': { effect: 'Object.freeze(window.portal)' },
  'takes the stacks of errors, and then opens another document': {
    effect: 'Error.stackTraceLimit=0;document.open()',
  },
  'throws 100 errors each 10 ms': {
    effect: `setInterval(()=>{for(let i=100;i--;)reportError(Error('injected '+Math.random()))},10)`,
  },
  'recurses without an end': { effect: 'const again=()=>again();again()' },
  'alerts without an end': { effect: 'for(let i=1e4;i--;)alert(i)' },
  'waits for a response that does not end': {
    effect: `const request=new XMLHttpRequest;request.open('GET','/api/v1/events?after=0',false);request.send()`,
  },
  'makes a text of 100 MB': { effect: `window.text=Array(1e7).fill('injected!!').join('')` },
  'swallows errors in window.onerror': { effect: `window.onerror=()=>true;setTimeout(()=>{${fail}})` },
}
