import { type APIRequestContext, expect } from '@playwright/test'
import { Unavailable } from './users.ts'

type Message = { text?: string; code?: string | null }

/** @throws Unavailable when messages cannot be read, before one is sent */
export async function requireMessages(request: APIRequestContext, origin: string, address: string): Promise<void> {
  await readMessages(request, origin, address, '+70000000000')
}

/** Waits for the newest code that was sent to the phone, and returns it. */
export async function waitForCode(
  request: APIRequestContext,
  origin: string,
  address: string,
  phone: string,
): Promise<string> {
  let code: string | undefined
  // The API sends the message after the response where the response must not reveal who is registered.
  await expect
    .poll(
      async () => {
        const messages = await readMessages(request, origin, address, phone)
        // Messages that report a change have no code.
        code = messages.map(findCode).find(Boolean)
        return code ?? ''
      },
      { message: `a code for ${phone}` },
    )
    .not.toBe('')
  return String(code)
}

function findCode({ text = '', code }: Message): string | undefined {
  return code ?? /\b\d{6}\b/.exec(text)?.[0]
}

async function readMessages(request: APIRequestContext, origin: string, address: string, phone: string) {
  const url = new URL(address, origin)
  url.searchParams.set('phone', phone)
  const response = await request.get(url.href)
  const messages: unknown = await response.json().catch(() => undefined)
  if (!response.ok() || !Array.isArray(messages)) {
    throw new Unavailable(
      `${url.origin}${url.pathname} returns no messages (${response.status()}): E2E_MESSAGES has to say where the codes of this portal arrive`,
    )
  }
  return messages as Message[]
}
