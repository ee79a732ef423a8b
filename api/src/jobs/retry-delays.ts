/** The delay after each failed attempt. A message is given up after ten attempts in eight hours. */
export const RETRY_DELAYS_SECONDS = [10, 30, 60, 300, 900, 1_800, 3_600, 7_200, 14_400] as const
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1

/** No batch takes as long as its lease, so only a process that has ended loses it. */
export const LEASE_SECONDS = 120
