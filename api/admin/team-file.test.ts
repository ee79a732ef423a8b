import { expect, test } from 'vitest'
import { readTeamFile } from './team-file.ts'

const read = (text: string) => readTeamFile(Buffer.from(text))

test('a file has the line of each user, whatever the order of its columns', () => {
  expect(read('Phone,Name,external_id\n+79161234567,Анна Смирнова,7\n\n8 916 123-45-68, Борис,\n')).toEqual([
    { line: 2, phone: '+79161234567', name: 'Анна Смирнова', external_id: '7' },
    { line: 4, phone: '8 916 123-45-68', name: ' Борис', external_id: '' },
  ])
})

test.each([
  ['"Ким, Борис",1', 'Ким, Борис'],
  ['"Борис ""Боря"" Ким",1', 'Борис "Боря" Ким'],
  ['"""Боря""",1', '"Боря"'],
  ['"Борис\nКим",1', 'Борис\nКим'],
  ['Борис; Ким,1', 'Борис; Ким'],
])('reads the quoted field of %j', (line, name) => {
  const [first, second] = read(`name,phone\r\n${line}\r\nВера,2`)
  expect(first?.name).toBe(name)
  expect(second).toEqual({ line: line.includes('\n') ? 4 : 3, name: 'Вера', phone: '2' })
})

test('reads the file of a spreadsheet: semicolons, windows-1251 or UTF-8 with its mark', () => {
  const cyrillic = [0xc0, 0xed, 0xed, 0xe0]
  const bytes = Uint8Array.from([...Buffer.from('name;phone\r\n'), ...cyrillic, ...Buffer.from(';1\r\n')])
  expect(readTeamFile(bytes)).toEqual([{ line: 2, name: 'Анна', phone: '1' }])
  expect(read('\ufeffname;phone\nАнна;1')).toEqual([{ line: 2, name: 'Анна', phone: '1' }])
})

test.each([
  ['', 'В файле нет столбца name, phone. Назовите столбцы в первой строке.'],
  ['name,телефон\n', 'В файле нет столбца phone. Назовите столбцы в первой строке.'],
  ['name,phone,salary\n', 'Лишний столбец в файле: salary'],
  ['name,phone\n"Анна,1\nБорис,2\n', 'Ошибка в кавычках в строке 2 файла'],
  ['name,phone\n\n"Вера\nЛи",3\nАнна "Аня" Ким,1\n', 'Ошибка в кавычках в строке 5 файла'],
])('rejects %j', (text, reason) => {
  expect(() => read(text)).toThrow(reason)
})
