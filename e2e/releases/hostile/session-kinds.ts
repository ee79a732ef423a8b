import type { Kind } from './kind.ts'

const store = `shared('session/store')`
const ofClient = (effect: string) =>
  `const client=shared('query').useQueryClient();react.useEffect(()=>{for(const{queryKey}of client.getQueryCache().getAll())${effect}},[])`
const ofCache = (effect: string) =>
  `const client=shared('query').useQueryClient();react.useEffect(()=>{for(const query of client.getQueryCache().getAll())${effect}},[])`

/** Uses of what belongs to the user: the session, the messages, and what the browser stores of both. */
export const sessionKinds: Record<string, Kind> = {
  'signs the user out in an effect': { effect: `shared('session/sign-out').signOut()` },
  'presses the button that signs out': {
    effect: `document.querySelectorAll('aside button').forEach(button=>button.click())`,
  },
  'shows an object as the restaurant': { effect: `${store}.restaurantSwitched({id:{},restaurant:{}})` },
  'shows no restaurant': { effect: `${store}.restaurantSwitched(null)` },
  'names the user by an object': { effect: `${store}.renamed({})` },
  'shows an object in a toast': { effect: `${store}.toast({})` },
  'limits all calls to none, later': { effect: `setTimeout(()=>shared('http/call').limitCalls(()=>'injected'),4000)` },
  'removes the user and all other keys of localStorage': {
    effect: `for(const key of Object.keys(localStorage))localStorage.removeItem(key)`,
  },
  'stores another user': { effect: `localStorage.setItem('chaevye:user','{"id":"injected","name":"injected"}')` },
  'dispatches a storage event each 10 ms': { effect: `setInterval(()=>dispatchEvent(new Event('storage')),10)` },
  'writes nonsense to each query by its key': { render: ofClient('client.setQueryData(queryKey,0)') },
  'requests nonsense by the key of each query': {
    render: ofClient('client.fetchQuery({queryKey,queryFn:()=>0,staleTime:0}).catch(()=>{})'),
  },
  'writes nonsense to each query itself': { render: ofCache('query.setData(0)') },
  'deletes the fields of each response in place': {
    render: ofCache('for(const key of Object.keys(query.state.data??{}))delete query.state.data[key]'),
  },
  'throws in a listener of the cache': {
    render: `const client=shared('query').useQueryClient();react.useEffect(()=>{client.getQueryCache().subscribe(()=>{throw Error('injected')})},[])`,
  },
  'removes each query by its key': { render: ofClient('client.removeQueries({queryKey})') },
  'deletes all databases of the browser': {
    effect: `indexedDB.databases().then(all=>all.forEach(({name})=>indexedDB.deleteDatabase(name)))`,
  },
  'registers a service worker that does not exist': { effect: `navigator.serviceWorker.register('/injected.js')` },
}
