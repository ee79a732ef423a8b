import { PasskeyButton } from '@portal/shared/forms/passkey-button'
import { ApiError } from '@portal/shared/http/api-error'
import type { ComponentProps } from 'react'
import { Played } from '../gallery/played.tsx'
import type { Stories } from '../gallery/stories.ts'
import { PasskeyFailure } from '../passkeys/passkey-failure.ts'

type Prompt = ComponentProps<typeof PasskeyButton>['prompt']

function Pressed({ prompt }: { prompt: Prompt }) {
  return (
    <Played play={(stage) => stage.querySelector('button')?.click()}>
      <PasskeyButton prompt={prompt} onSigned={async () => {}}>
        Подтвердить ключом доступа
      </PasskeyButton>
    </Played>
  )
}

export const stories: Stories = {
  Ready: (
    <PasskeyButton prompt={async () => null} onSigned={async () => {}}>
      Подтвердить ключом доступа
    </PasskeyButton>
  ),
  Secondary: (
    <PasskeyButton variant="secondary" prompt={async () => null} onSigned={async () => {}}>
      Открыть ключом доступа
    </PasskeyButton>
  ),
  Disabled: (
    <PasskeyButton disabled prompt={async () => null} onSigned={async () => {}}>
      Подтвердить ключом доступа
    </PasskeyButton>
  ),
  Waiting: <Pressed prompt={() => new Promise(() => {})} />,
  Canceled: <Pressed prompt={async () => null} />,
  Expired: (
    <Pressed
      prompt={() => Promise.reject(new ApiError(410, { code: 'passkey_expired', message: 'passkey_expired' }))}
    />
  ),
  Rejected: (
    <Pressed
      prompt={() => Promise.reject(new ApiError(422, { code: 'passkey_invalid', message: 'passkey_invalid' }))}
    />
  ),
  'The device has one': <Pressed prompt={() => Promise.reject(new PasskeyFailure('exists', 'InvalidStateError'))} />,
  'The device fails': <Pressed prompt={() => Promise.reject(new PasskeyFailure('failed', 'UnknownError'))} />,
}
