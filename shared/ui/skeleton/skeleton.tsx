import styles from './skeleton.module.css'

type SkeletonProps = {
  /** Pixels, or any CSS length. */
  width?: number | string | undefined
  height?: number | string | undefined
  radius?: number | string | undefined
}

/** Holds the place of what is being loaded; draw the final layout with it, so that nothing jumps. */
export function Skeleton({ width = '100%', height = 16, radius }: SkeletonProps) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height, borderRadius: radius }}
      data-skeleton=""
      aria-hidden="true"
    />
  )
}
