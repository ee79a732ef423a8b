import type { Kind } from './kind.ts'

const over = 'position:fixed;inset:0;z-index:2147483647;background:#000'
const styled = (css: string) =>
  `const sheet=new CSSStyleSheet;sheet.replaceSync('${css}');document.adoptedStyleSheets.push(sheet)`
const add = (tag: string, more = '') =>
  `const added=document.createElement('${tag}');added.style.cssText='${over}';${more};document.body.append(added)`

/** Changes of the document, and listeners that keep the events of the user. */
export const pageKinds: Record<string, Kind> = {
  'empties the body by innerHTML': { effect: `document.body.innerHTML=''` },
  'empties the body': { effect: 'document.body.replaceChildren()' },
  'removes the root': { effect: `document.getElementById('root').remove()` },
  'empties the root': { effect: `document.getElementById('root').replaceChildren()` },
  'opens another document': { effect: 'document.open()' },
  'lays a veil over the page': { effect: add('div') },
  'lays a veil over the page from its section': {
    effect: add('div', `queueMicrotask(()=>document.querySelector('main').append(added))`),
  },
  'lays a new veil each 100 ms': { effect: `setInterval(()=>{${add('div')}},100)` },
  'opens a modal dialog that does not close': {
    effect: `${add('dialog', `added.oncancel=event=>event.preventDefault()`)};added.showModal()`,
  },
  'opens a popover over the page': {
    effect: `${add('div', `added.popover='manual';added.style.cssText+=';width:auto;height:auto'`)};added.showPopover()`,
  },
  'hides the body': { effect: `document.body.style.display='none'` },
  'hides the menu': { effect: `document.querySelector('aside').style.display='none'` },
  'hides the links of the menu': {
    effect: `document.querySelectorAll('aside a').forEach(a=>{a.style.display='none'})`,
  },
  'moves the menu out of the window': {
    effect: `document.querySelector('aside').style.transform='translateX(-9999px)'`,
  },
  'moves the page out of the window': { effect: `document.body.style.cssText='position:absolute;left:-9999px'` },
  'magnifies the page': { effect: `document.documentElement.style.zoom='30'` },
  'makes the page transparent': { effect: `document.getElementById('root').style.opacity='0'` },
  'removes the menu': { effect: `document.querySelector('aside').remove()` },
  'removes the menu at each change': {
    effect: `const remove=()=>document.querySelector('aside')?.remove();new MutationObserver(remove).observe(document,{childList:true,subtree:true});remove()`,
  },
  'empties the menu each 100 ms': { effect: `setInterval(()=>document.querySelector('aside')?.replaceChildren(),100)` },
  'removes the links of the menu': { effect: `document.querySelectorAll('aside li').forEach(item=>item.remove())` },
  'removes one link of the menu': { effect: `document.querySelector('aside a[href="/"]').closest('li').remove()` },
  'takes the addresses of all links': {
    effect: `document.querySelectorAll('a').forEach(a=>a.removeAttribute('href'))`,
  },
  'replaces the links of the menu': {
    effect: `document.querySelectorAll('aside a').forEach(a=>{const copy=a.cloneNode(true);copy.href='#';a.replaceWith(copy)})`,
  },
  'swallows the clicks of the menu': {
    effect: `document.querySelector('aside').addEventListener('click',event=>{event.stopImmediatePropagation();event.preventDefault()},true)`,
  },
  'returns false from each link': { effect: `document.querySelectorAll('a').forEach(a=>{a.onclick=()=>false})` },
  'makes the page editable': { effect: `document.designMode='on'` },
  'prevents each navigation by a handler': { effect: `navigation.onnavigate=event=>event.preventDefault()` },
  'prevents each navigation': { effect: `navigation.addEventListener('navigate',event=>event.preventDefault())` },
  'keeps a listener of the content that hangs': {
    effect: `document.querySelector('main').addEventListener('click',()=>{if(!location.pathname.startsWith('/out'))for(;;);})`,
  },
  'removes all stylesheets': { effect: `document.querySelectorAll('link,style').forEach(sheet=>sheet.remove())` },
  'disables all stylesheets': { effect: `for(const sheet of document.styleSheets)sheet.disabled=true` },
  'forbids all by a policy': {
    effect: `const policy=document.createElement('meta');policy.httpEquiv='Content-Security-Policy';policy.content="default-src 'none'";document.head.append(policy)`,
  },
  'reloads by a meta element': {
    effect: `const meta=document.createElement('meta');meta.httpEquiv='refresh';meta.content='0';document.head.append(meta)`,
  },
  'changes the base of addresses': {
    effect: `const base=document.createElement('base');base.href='https://injected.invalid/';document.head.prepend(base)`,
  },
  'nests 20,000 elements': {
    effect: `let at=document.querySelector('main');for(let i=2e4;i--;)at=at.appendChild(document.createElement('i'))`,
  },
  'makes the page inert': { effect: 'document.documentElement.inert=true' },
  'makes the menu inert': { effect: `document.querySelector('aside').inert=true` },
  'takes the pointer from the page': { effect: `document.body.style.pointerEvents='none'` },
  'locks the scrolling': { effect: `document.documentElement.style.overflow='hidden'` },
  'adopts a stylesheet that hides all': { effect: styled('*{display:none!important}') },
  'inserts a rule that hides the menu': {
    effect: `[...document.styleSheets].at(-1).insertRule('aside{display:none!important}')`,
  },
  'deletes the rules of all sheets, later': {
    effect: `setTimeout(()=>{for(const sheet of document.styleSheets)while(sheet.cssRules.length)sheet.deleteRule(0)},4000)`,
  },
  'appends a style element': {
    effect: `const style=document.createElement('style');style.textContent='body{display:none}';document.head.append(style)`,
  },
  'swallows clicks in the capture phase': {
    effect: `addEventListener('click',event=>{event.stopImmediatePropagation();event.preventDefault()},true)`,
  },
  'prevents the default of all clicks': {
    effect: `for(const type of['pointerdown','mousedown','click'])document.addEventListener(type,event=>event.preventDefault(),true)`,
  },
  'traps the focus': {
    effect: `document.addEventListener('focusin',({target})=>{if(!target.closest('main'))document.querySelector('main').focus()})`,
  },
  'steals the focus each 50 ms': { effect: `setInterval(()=>document.querySelector('main')?.focus(),50)` },
  'writes the title each 50 ms': { effect: `setInterval(()=>{document.title='injected'},50)` },
  'asks before the page is left': { effect: `addEventListener('beforeunload',event=>event.preventDefault())` },
  'defines an element twice': {
    effect: `for(let i=2;i--;)customElements.define('x-injected',class extends HTMLElement{})`,
  },
}
