// The names of the query client that remotes use: a module that the shell provides is not tree-shaken, and all of them weigh
// 3 kB more. Types weigh nothing.
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
