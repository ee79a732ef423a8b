import type { ReleaseGraph } from '@portal/contracts/release'
import type { Edge } from './graph-edges.ts'
import styles from './graph-picture.module.css'

const ROW_PX = 36
/** The names at both sides; lines have the rest of the width. */
const SIDE_PERCENT = 36

type GraphPictureProps = { remotes: ReleaseGraph['remotes']; edges: readonly Edge[] }

/** Remotes to the left, parts of the shell to the right; the more modules, the thicker the line. */
export function GraphPicture({ remotes, edges }: GraphPictureProps) {
  const parts = [...new Set(edges.map(({ part }) => part))].sort()
  const rows = Math.max(remotes.length, parts.length)
  const toY = (index: number, count: number) => ((index + 0.5) * rows * ROW_PX) / count
  const left = remotes.map(({ name }, index) => ({ name, y: toY(index, remotes.length) }))
  const right = parts.map((name, index) => ({ name, y: toY(index, parts.length) }))
  const nodeY = (nodes: typeof left, name: string) => nodes.find((node) => node.name === name)?.y ?? 0
  const text = remotes
    .map(({ name }) => {
      const own = edges.filter(({ remote }) => remote === name)
      return `${name}: ${own.map(({ part, count }) => `${part} ${count}`).join(', ') || 'ничего'}`
    })
    .join('; ')
  return (
    <svg
      className={styles.picture}
      height={rows * ROW_PX}
      role="img"
      aria-label={`Сколько модулей берёт раздел. ${text}`}
    >
      {edges.map(({ remote, part, count }) => (
        <line
          key={`${remote} ${part}`}
          className={styles.line}
          x1={`${SIDE_PERCENT}%`}
          y1={nodeY(left, remote)}
          x2={`${100 - SIDE_PERCENT}%`}
          y2={nodeY(right, part)}
          strokeWidth={Math.min(6, 1 + count / 3)}
        />
      ))}
      {left.map(({ name, y }) => (
        <g key={name}>
          <circle className={styles.dot} cx={`${SIDE_PERCENT}%`} cy={y} r="5" />
          <text className={styles.label} x={`${SIDE_PERCENT - 3}%`} y={y} textAnchor="end">
            {name.replace(/^mfe-/, '')}
          </text>
        </g>
      ))}
      {right.map(({ name, y }) => (
        <g key={name}>
          <circle className={styles.dot} data-of-shell cx={`${100 - SIDE_PERCENT}%`} cy={y} r="5" />
          <text className={styles.label} x={`${100 - SIDE_PERCENT + 3}%`} y={y}>
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}
