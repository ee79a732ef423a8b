import type { Operation } from '@portal/contracts/operation'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import { useState } from 'react'
import { OperationDetails } from './operation-details.tsx'

type OperationSheetProps = { operation: Operation | undefined; onClose: () => void }

export function OperationSheet({ operation, onClose }: OperationSheetProps) {
  // The last operation stays visible while the sheet slides out.
  const [shown, setShown] = useState(operation)
  if (operation && operation !== shown) setShown(operation)
  if (!shown) return null

  return (
    <Sheet
      open={operation !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={<NoBreak>{shown.title}</NoBreak>}
    >
      <OperationDetails operation={shown} />
    </Sheet>
  )
}
