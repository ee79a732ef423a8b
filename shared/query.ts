// The names of the query client that remotes use. The shell's modules are not tree-shaken, so exporting all names would
// cost 3 kB; types cost nothing.
export type * from '@tanstack/react-query'
export {
  keepPreviousData,
  QueryErrorResetBoundary,
  queryOptions,
  useIsFetching,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  useQueryErrorResetBoundary,
  useSuspenseQueries,
  useSuspenseQuery,
} from '@tanstack/react-query'
