import type { Kind } from './kind.ts'

const navigateOften = (how: string) => `const navigate=shared('router').useNavigate();react.useEffect(()=>{${how}})`

/** Uses of what the portal, the browser's storage and the network give to all. */
export const portalKinds: Record<string, Kind> = {
  'reloads in an effect': { effect: 'location.reload()' },
  'goes to its own address in an effect': { effect: 'location.href=location.href' },
  'leaves the portal in an effect': { effect: `location.href='/robots.txt'` },
  'navigates in each effect': { render: navigateOften(`navigate('?at='+Math.random())`) },
  'adds 10,000 entries to the history': { effect: `for(let i=10000;i--;)history.pushState(null,'','?at='+i)` },
  'goes back each 100 ms': { effect: 'setInterval(()=>history.back(),100)' },
  'takes each «Назад»': {
    effect: `addEventListener('popstate',event=>{event.stopImmediatePropagation();history.forward()},true)`,
  },
  'alerts each 100 ms': { effect: `setInterval(()=>alert('injected'),100)` },
  'confirms each 100 ms': { effect: `setInterval(()=>confirm('injected'),100)` },
  'prints each 100 ms': { effect: 'setInterval(()=>print(),100)' },
  'clears localStorage': { effect: 'localStorage.clear()' },
  'clears sessionStorage': { effect: 'sessionStorage.clear()' },
  'fills localStorage': {
    effect: `let text='x'.repeat(2**20);while(text)try{localStorage.setItem('x'+Math.random(),text)}catch{text=text.slice(0,text.length>>1)}`,
  },
  'fills sessionStorage': {
    effect: `let text='x'.repeat(2**20);while(text)try{sessionStorage.setItem('x'+Math.random(),text)}catch{text=text.slice(0,text.length>>1)}`,
  },
  'writes nonsense to the keys of the storages': {
    effect: `for(const store of[localStorage,sessionStorage])for(const key of Object.keys(store))if(key!=='chaevye:user')store[key]='{"x":'`,
  },
  'writes to localStorage each millisecond': { effect: `setInterval(()=>localStorage.setItem('x',Math.random()),1)` },
  'writes 200 cookies by cookieStore': {
    effect: `for(let i=200;i--;)cookieStore.set({name:'x'+i,value:'x'.repeat(3000)})`,
  },
  'writes 200 cookies': { effect: `for(let i=200;i--;)document.cookie='x'+i+'='+'x'.repeat(3000)+';path=/'` },
  'unregisters the service worker and deletes the caches': {
    effect: `navigator.serviceWorker.getRegistrations().then(all=>all.forEach(one=>one.unregister()));caches.keys().then(all=>all.forEach(one=>caches.delete(one)))`,
  },
  'writes nonsense to the caches': {
    effect: `caches.keys().then(async names=>{for(const name of names){const cache=await caches.open(name);for(const key of await cache.keys())await cache.put(key,new Response('injected'))}})`,
  },
  'sets the state of the session': {
    effect: `shared('session/store').useSession.setState({user:null,currentEmployee:null},true)`,
  },
  'ends the session by its event': { effect: `shared('session/store').signedOut()` },
  'clears the query client': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>client.clear(),[])`,
  },
  'clears the query cache each 100 ms': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>{setInterval(()=>client.getQueryCache().clear(),100)},[])`,
  },
  'replaces the defaults of queries': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>client.setDefaultOptions({queries:{enabled:false,queryFn:()=>{throw Error('injected')}}}),[])`,
  },
  'removes the session from the query client': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>client.removeQueries(),[])`,
  },
  'writes nonsense to all queries': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>{client.setQueriesData({},()=>0)},[])`,
  },
  'cancels all queries each 10 ms': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>{setInterval(()=>client.cancelQueries(),10)},[])`,
  },
  'invalidates all queries each 10 ms': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>{setInterval(()=>client.invalidateQueries(),10)},[])`,
  },
  'replaces the methods of the query client': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>{client.fetchQuery=client.getQueryCache=()=>{throw Error('injected')}},[])`,
  },
  'limits all calls to none': { effect: `shared('http/call').limitCalls(()=>'injected')` },
  'shows a toast each 10 ms': { effect: `setInterval(()=>shared('session/store').toast('injected'),10)` },
  'changes the hash each 10 ms': { effect: `setInterval(()=>{location.hash=Math.random()},10)` },
  'dispatches popstate each 10 ms': { effect: `setInterval(()=>dispatchEvent(new PopStateEvent('popstate')),10)` },
  'clicks a link of the menu each 50 ms': {
    effect: `setInterval(()=>document.querySelector('aside a[href="/profile"]')?.click(),50)`,
  },
  'stops loading each 10 ms': { effect: 'setInterval(()=>stop(),10)' },
  'closes the window': { effect: 'close()' },
  'asks for notifications each 100 ms': { effect: 'setInterval(()=>Notification.requestPermission(),100)' },
  'opens a window each 100 ms': { effect: `setInterval(()=>open('/out'),100)` },
  'opens 50 frames': {
    effect: `for(let i=50;i--;){const frame=document.createElement('iframe');frame.src='/out';document.body.append(frame)}`,
  },
  'reads what is typed': {
    effect: `for(const type of['keydown','input'])document.addEventListener(type,event=>{window.typed=(window.typed??'')+event.target.value;event.preventDefault()},true)`,
  },
  'leaks 40 MB each 100 ms': {
    effect: `const leak=window.leak=[];setInterval(()=>leak.push(Array.from({length:5e5},(_,i)=>({i}))),100)`,
  },
  'adds 100,000 nodes to the body': {
    effect: `for(let i=1e5;i--;)document.body.append(document.createElement('i'))`,
  },
  'adds 1,000 nodes each 50 ms': {
    effect: `setInterval(()=>{for(let i=1e3;i--;)document.querySelector('main')?.append(document.createElement('i'))},50)`,
  },
  'sends 2,000 requests': { effect: `for(let i=2000;i--;)fetch('/api/v1/session/bootstrap').catch(()=>{})` },
  'sends a request each 10 ms': { effect: `setInterval(()=>fetch('/api/v1/session/bootstrap').catch(()=>{}),10)` },
  'opens 50 event streams': { effect: `for(let i=50;i--;)new EventSource('/api/v1/events?after=0')` },
  'opens 100 sockets': { effect: `for(let i=100;i--;)new WebSocket('ws://'+location.host+'/api/v1/events')` },
  'posts to a channel each millisecond': {
    effect: `const channel=new BroadcastChannel('injected');setInterval(()=>channel.postMessage('x'.repeat(1000)),1)`,
  },
  'rejects 100 promises each 100 ms': {
    effect: `setInterval(()=>{for(let i=100;i--;)Promise.reject(Error('injected '+Math.random()))},100)`,
  },
  'writes 1,000 lines to the console each 100 ms': {
    effect: `setInterval(()=>{for(let i=1000;i--;)console.info('injected')},100)`,
  },
}
