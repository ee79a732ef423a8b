// The names that pages use: 3 kB less than all of them. Whoever needs another adds it here: a remote's build names what
// is missing.
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
