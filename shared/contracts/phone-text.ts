/** `+79991234567` → `+7 (999) 123-45-67`. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 ($1) $2-$3-$4')
}

/** `+79991234567` → `+7 (999) •••-••-67`: the part of a phone that a screen or a response may show. */
export function maskPhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})\d{5}(\d{2})$/, '+7 ($1) •••-••-$2')
}
