import { Button } from '@portal/shared/ui/button'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import type { OpenSheet } from '../use-sheet.ts'
import { ChangeForm, optionalReason, ReasonField, requiredReason } from './change-form.tsx'

/** A change that takes only a reason. */
export type Decision = {
  /** The button that asks: «Закрыть…» */
  action: string
  /** «Закрыть ресторан?» */
  title: string
  /** Whom or what it is about. */
  about: string
  facts: readonly string[]
  submit: string
  isDangerous?: boolean
  hasOptionalReason?: boolean
  /** Resolves to null if the operator cancels. */
  decide: (reason: string) => Promise<object | null>
}

type DecisionButtonsProps = { decisions: readonly Decision[]; onChoose: (decision: Decision) => void }

/** A button for each decision. */
export function DecisionButtons({ decisions, onChoose }: DecisionButtonsProps) {
  return decisions.map((decision) => (
    <Button
      key={decision.action}
      full
      variant={decision.isDangerous ? 'danger-quiet' : 'secondary'}
      onClick={() => onChoose(decision)}
    >
      {decision.action}
    </Button>
  ))
}

const WithReason = z.object({ reason: requiredReason })
const WithOptionalReason = z.object({ reason: optionalReason })

/** What happens, and the reason for it. */
export function DecisionForm({ decision, onDone }: { decision: Decision; onDone: () => void }) {
  const { facts, submit, isDangerous = false, hasOptionalReason = false, decide } = decision
  return (
    <ChangeForm
      schema={hasOptionalReason ? WithOptionalReason : WithReason}
      defaultValues={{ reason: '' }}
      facts={facts}
      submit={submit}
      isDangerous={isDangerous}
      onSubmit={async ({ reason }) => void ((await decide(reason)) && onDone())}
    >
      <ReasonField isOptional={hasOptionalReason} />
    </ChangeForm>
  )
}

/** Asks before a decision. */
export function DecisionSheet({ content, attempt, open, close }: OpenSheet<Decision>) {
  if (!content) return null
  return (
    <Sheet open={open} onOpenChange={(next) => !next && close()} title={content.title} description={content.about}>
      <DecisionForm key={attempt} decision={content} onDone={close} />
    </Sheet>
  )
}
