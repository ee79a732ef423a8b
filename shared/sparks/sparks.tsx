import styles from './sparks.module.css'

type SparksProps = {
  /** The middle of the mark that they fly away from, in units of its SVG, and its radius. */
  center: number
  radius: number
}

const angles = Array.from({ length: 12 }, (_, index) => index * 30)

/**
 * What flies away once from a mark of something reached, inside its SVG: nothing moves for it, and with reduced motion there is
 * nothing to see. The text beside the mark has the meaning.
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
