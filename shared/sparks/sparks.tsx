import styles from './sparks.module.css'

type SparksProps = {
  /** The middle of the mark and its radius, in units of its SVG. */
  center: number
  radius: number
}

const angles = Array.from({ length: 12 }, (_, index) => index * 30)

/**
 * Sparks that fly once from a mark, inside its SVG, when something is reached. They move nothing else, and are
 * invisible with reduced motion. They are decorative: the text beside the mark has the meaning.
 */
export function Sparks({ center, radius }: SparksProps) {
  return (
    <g className={styles.sparks} transform={`translate(${center} ${center}) scale(${radius / 35})`}>
      {angles.map((angle) => (
        <g key={angle} transform={`rotate(${angle})`}>
          <circle cy={-40} r={angle % 60 === 0 ? 3.5 : 2.5} />
        </g>
      ))}
    </g>
  )
}
