import styles from './no-break.module.css'

/** Short names with a hyphen, and masked numbers: «Т-Банк», «•• 01», «2200 •••• •••• 4321», «+7 (900) •••-••-01». */
const together = /((?:\+7 \(\d{3}\) |\d{4} )?•[•\s-]*\d+|[\p{L}\d]+(?:-[\p{L}\d]+)+)/u

/** Characters. A longer name is better broken at its hyphen than cut off on a narrow screen. */
const MAX_LENGTH = 14

/**
 * The title of a card, phone, bank or employee, whose parts stay whole at the end of a line; no line begins with a dot
 * or a dash that stands between two of them. What is seen is unchanged; the dots of a masked number, which a screen
 * reader would read one by one as bullets, are read as words.
 */
export function NoBreak({ children }: { children: string }) {
  return children
    .replaceAll(/ (?=[·—] )/g, '\u00A0')
    .split(together)
    .map((part, index) => {
      const isMasked = index % 2 === 1 && part.includes('•')
      const isWhole = index % 2 === 1 && part.length <= MAX_LENGTH
      return (
        part && (
          <span key={index} className={isWhole ? styles.noBreak : undefined}>
            {isMasked ? <Masked number={part} /> : part}
          </span>
        )
      )
    })
}

function Masked({ number }: { number: string }) {
  return (
    <>
      <span aria-hidden="true">{number}</span>
      <span className="visually-hidden">{`с последними цифрами ${number.match(/\d+$/)}`}</span>
    </>
  )
}
