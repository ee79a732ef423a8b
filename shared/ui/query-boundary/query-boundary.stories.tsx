import { ApiError } from '@portal/shared/http/api-error'
import { Amount } from '@portal/shared/ui/amount'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Stories } from '../../gallery/stories.ts'

function Balance({ name, load }: { name: string; load: () => Promise<number> }) {
  const { data } = useSuspenseQuery({ queryKey: [name], queryFn: load })
  return <Amount rubles={data} size="l" />
}

function Example({ name, load }: { name: string; load: () => Promise<number> }) {
  return (
    <QueryBoundary skeleton={<Skeleton width={120} height={32} />}>
      <Balance name={name} load={load} />
    </QueryBoundary>
  )
}

let failures = 0

export const stories: Stories = {
  Loading: <Example name="loading" load={() => new Promise(() => {})} />,
  Loaded: <Example name="loaded" load={async () => 1234.5} />,
  'Not loaded, twice': (
    <Example
      name="failing"
      load={async () => {
        failures += 1
        if (failures % 3 === 0) return 1234.5
        throw new ApiError(503, { code: 'database_unavailable', message: '' })
      }}
    />
  ),
}
