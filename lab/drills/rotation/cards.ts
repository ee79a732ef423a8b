import type { Replica } from '../../../e2e/replicas/stack.ts'

/** Returns a valid number of a card of Mir that ends with its check digit. */
export function cardNumber(index: number): string {
  const digits = `2200${String(index).padStart(11, '0')}`
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits + ((10 - (sum % 10)) % 10)
}

/** Stores the number of a card at an API. Returns its token, which stays the same for the same number. */
export async function storeCard({ address }: Replica, number: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/vault/cards`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'portal', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ number }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The API answered ${response.status} to a card: ${text}`)
  return JSON.parse(text).card_token
}
