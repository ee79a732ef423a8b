import { LoadError } from '@portal/shared/ui/load-error'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { type ComponentProps, useEffect, useState } from 'react'

type Code = typeof import('./order-details.tsx')

/** `OrderDetails` in a sheet, whose code is no part of the page: it loads when an order is opened. */
export function LateOrderDetails(props: ComponentProps<Code['OrderDetails']>) {
  const [code, setCode] = useState<Code | 'loading' | 'failed'>('loading')
  useEffect(() => {
    if (code === 'loading') import('./order-details.tsx').then(setCode, () => setCode('failed'))
  }, [code])
  if (code === 'loading') return <Skeleton height={480} radius={12} />
  if (code === 'failed') return <LoadError onRetry={() => setCode('loading')} />
  return <code.OrderDetails {...props} />
}
