import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test.each([
  ['Выписка Берёзка.pdf', 'Выписка Берёзка.pdf'],
  ['Кафе 🍕.pdf', 'Кафе 🍕.pdf'],
  ['half \ud83c.pdf', 'half \ufffd.pdf'],
  ['\udf55 half.pdf', '\ufffd half.pdf'],
  [`a"b'c*(d);\r\nSet-Cookie: x.pdf`, `a"b'c*(d);\r\nSet-Cookie: x.pdf`],
])('the header of a download takes the name %j', (name, decoded) => {
  const header = contentDisposition(name, 'file.pdf')
  expect(header).toMatch(/^attachment; filename="file\.pdf"; filename\*=UTF-8''[\w.~%!#$&+^`|-]+$/)
  expect(decodeURIComponent(header.slice(header.lastIndexOf("'") + 1))).toBe(decoded)
})
