/** The buckets of the drill, each at a port of its own. */
export const buckets = {
  releases: { name: 'portal-releases', port: 9000 },
  uploads: { name: 'portal-uploads', port: 9001 },
}
