import { expect, test } from 'vitest'
import { textProblems } from './translated-texts.ts'

const found = (jsx: string, declared = '') =>
  textProblems(`// A comment of — several bytes\nfunction Page({ a, b${declared} }: Props) {\n  return ${jsx}\n}`)

// Each of them throws, or shows an old text, in a translated page.
test.each([
  ['a text that comes and goes', '<p><Icon />{a && b}</p>', ['{a && b}']],
  ['a text beside what comes and goes', '<p>{a && <Icon />} Ошибка</p>', ['Ошибка']],
  ['a text that changes', '<p>{a} шт</p>', ['{a}']],
  ['a sum that changes', '<p>Всего {formatRubles(a)}</p>', ['{formatRubles(a)}']],
  ['one text or another', "<p><Icon />{a ? 'да' : 'нет'}</p>", ["{a ? 'да' : 'нет'}"]],
  ['a text or an element', '<p><Icon />{a ?? <b />}</p>', ['{a ?? <b />}']],
  ['a text in a fragment, beside whatever is there', '<p>{a && <>{b}</>}</p>', ['{b}']],
  ['children, which may be a text', '<p>{a && <Icon />}{children}</p>', ['{children}']],
  ['a text before a list', '<p>Список {a.map((one) => <i key={one} />)}</p>', ['Список']],
  ['a list of texts', '<p>{a.map((one) => one.name)}</p>', ['{a.map((one) => one.name)}']],
  [
    'a list of texts and elements',
    '<p>{a.map((one) => { return one.a ? <b /> : one.b })}</p>',
    ['{a.map((one) => { return one.a ? <b /> : one.b })}'],
  ],
  ['a list of texts by a function', '<p>{a.map(formatName)}</p>', ['{a.map(formatName)}']],
  ['a list of texts that may be missing', '<p>{a?.map((one) => one.name)}</p>', ['{a?.map((one) => one.name)}']],
  ['several texts in one child', '<p>{[a, b]}</p>', ['{[a, b]}']],
  ['a text that is said to be one', '<p><Icon />{a as string}</p>', ['{a as string}']],
  ['the number of an empty list', '<p><Icon />{a.length && <b />}</p>', ['{a.length && <b />}']],
  ['a component that is a text', "a ? 'да' : `нет`", ["return a ? 'да' : `нет`"]],
])('finds %s', (_, jsx, texts) => {
  const problems = found(jsx)
  expect(problems.map(({ code }) => code)).toEqual(texts)
  expect(problems.map(({ line }) => line)).toEqual(texts.map(() => 3))
})

test.each([
  ['a text that is the only child of its element', '<p>{a}</p>'],
  ['one text or another, as the only child', "<p>{a ? 'да' : b}</p>"],
  ['a text made of several', '<p>{`${a} шт`}</p>'],
  ['texts that never change', "<p>До <b>завтра</b>, {' '}утром</p>"],
  ['elements that come and go', '<p>{a && <b>{a}</b>}<Icon />{b ? <i /> : null}{/* no text */}</p>'],
  ['a list of elements by statements', '<p>{a.map((one) => { return (<i key={one}>{one}</i>) })}</p>'],
  ['elements that may be missing', '<ul><li />{a?.map((one) => <li key={one}>{one}</li>)}{[<li />, b! && <i />]}</ul>'],
  ['a list of elements', '<ul>{a.map((one) => <li key={one}>{one}</li>)}<li>Всё</li></ul>'],
])('accepts %s', (_, jsx) => {
  expect(found(jsx)).toEqual([])
})

test('accepts what the compiler keeps free of texts', () => {
  const source = `
    function Frame({ children, step }: { children?: Elements; step: (number: number) => Elements }) {
      const [failure, setFailure] = useState<Elements>(null)
      const note: Elements = children && <b />
      return <p>{failure}{note}{step(1)}{children}</p>
    }`
  expect(textProblems(source)).toEqual([])
})
