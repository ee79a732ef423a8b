/** Page numbers to show, `null` where some are left out: `page 6 of 20` → `1 … 6 … 20`. At most five fit a phone. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 5) return Array.from({ length: pages }, (_, index) => index + 1)
  if (page <= 2) return [1, 2, 3, null, pages]
  if (page >= pages - 1) return [1, null, pages - 2, pages - 1, pages]
  return [1, null, page, null, pages]
}
