import type { Kind } from './kind.ts'

/** Defines `of('react')`, which returns a library that the shell provides. */
const libraries = `const of=name=>globalThis.__FEDERATION__.__INSTANCES__[0].options.shared[name][0].lib();`
const fail = `throw Error('injected')`

/** Mistakes with React, and changes of elements that React has rendered. */
export const reactKinds: Record<string, Kind> = {
  'is an async component': { component: 'async()=>null' },
  'is a class without a render method': { component: 'class{}' },
  'throws null': { render: 'throw null' },
  'throws a promise that rejects': { render: `throw Promise.reject(Error('injected'))`, seconds: 14 },
  'calls a hook only sometimes': {
    render:
      'if(Math.random()<.5)react.useState(0);react.useState(0);const[,set]=react.useState(0);react.useEffect(()=>set(Math.random()))',
  },
  'renders 30,000 rows': {
    component: `()=>{${libraries}const{createElement}=of('react');return createElement('ul',null,Array.from({length:3e4},(_,i)=>createElement('li',{key:i},i)))}`,
  },
  'renders a veil over the page by a portal': {
    component: `()=>{${libraries}return of('react-dom').createPortal(of('react').createElement('div',{style:{position:'fixed',inset:0,zIndex:2147483647,background:'#000'}}),document.body)}`,
  },
  'empties the place of its section': { effect: `document.querySelector('main').innerHTML=''` },
  'empties its own elements': {
    effect: `document.querySelector('main').querySelectorAll('*').forEach(element=>element.remove())`,
  },
  'wraps each text of the page, as a translator does': {
    effect: `const walker=document.createTreeWalker(document.body,4);const texts=[];while(walker.nextNode())texts.push(walker.currentNode);for(const text of texts){const font=document.createElement('font');text.replaceWith(font);font.append(text)}`,
  },
  'removes each text of the page': {
    effect: `const walker=document.createTreeWalker(document.body,4);const texts=[];while(walker.nextNode())texts.push(walker.currentNode);for(const text of texts)text.remove()`,
  },
  'deletes what React has written to the root': {
    effect: `const root=document.getElementById('root');for(const key of Object.keys(root))delete root[key]`,
  },
  'throws in a timeout of the next section': { effect: `setTimeout(()=>{${fail}},8000)`, seconds: 9 },
  'changes the classes of the page': {
    effect: `document.documentElement.className=document.body.className='injected'`,
  },
  'makes all colours of the page one': {
    effect: `for(const name of['--text','--surface','--background','--accent'])document.documentElement.style.setProperty(name,'#000')`,
  },
  'turns the page from right to left': { effect: `document.documentElement.dir='rtl'` },
  'scrolls to the end each 10 ms': { effect: 'setInterval(()=>scrollTo(0,1e9),10)' },
  'blocks the thread for 900 ms each second': {
    effect: 'setInterval(()=>{for(const end=Date.now()+900;Date.now()<end;);},1000)',
  },
  'begins timeouts without an end': { effect: 'for(let i=4;i--;){const again=()=>setTimeout(again);again()}' },
  'sends a beacon each millisecond': {
    effect: `setInterval(()=>navigator.sendBeacon('/api/v1/session/bootstrap','x'),1)`,
  },
  'draws on 500 canvases': {
    effect: `for(let i=500;i--;){const canvas=document.createElement('canvas');canvas.width=canvas.height=2000;canvas.getContext('2d').fillRect(0,0,9,9);document.body.append(canvas)}`,
  },
  'hides the next sections by its own attribute': { effect: `document.querySelector('main').hidden=true` },
}
