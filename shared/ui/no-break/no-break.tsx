import styles from './no-break.module.css'

/** Short names with a hyphen, and masked digits with their dots: «Т-Банк», «•• 01». */
const together = /(•• \d+|[\p{L}\d]+(?:-[\p{L}\d]+)+)/u

/** Characters. A longer name is better broken at its hyphen than cut off on a narrow screen. */
const MAX_LENGTH = 14

/** The title of a card, phone, bank or person, whose parts stay whole at the end of a line. Its text is unchanged. */
export function NoBreak({ children }: { children: string }) {
  return children.split(together).map((part, index) =>
    index % 2 === 1 && part.length <= MAX_LENGTH ? (
      <span key={index} className={styles.noBreak}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
