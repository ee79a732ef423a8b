import { BlockList, isIP } from 'node:net'

const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4')
}
// Public addresses are in 2000::/3. Two kinds of them contain an IPv4 address.
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6')
}

/** Whether an address belongs to the internet, not to this machine or its network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/**
 * Whether the portal may send messages to this push endpoint. Its address comes from a browser, so it must be https on
 * the usual port of a host with a name. The name may resolve to other addresses later, so each message checks these.
 */
export function isPushEndpoint(endpoint: string, { allowsLoopback }: { allowsLoopback: boolean }): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username || password) return false
  if (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  return protocol === 'https:' && port === '' && hostname.includes('.') && !hostname.endsWith('.') && !isIP(hostname)
}
