import styles from './skeleton.module.css'

type SkeletonProps = {
  /** Pixels, or any CSS length. */
  width?: number | string | undefined
  height?: number | string | undefined
  radius?: number | string | undefined
  /** A class that sets the sizes instead. Rendered HTML needs it, since styles in attributes may be forbidden there. */
  className?: string | undefined
}

/** Replaces what is being loaded. Draw the final layout with it, so that nothing jumps. */
export function Skeleton({ width = '100%', height = 16, radius, className }: SkeletonProps) {
  return (
    <span
      className={className ? `${styles.skeleton} ${className}` : styles.skeleton}
      style={className ? undefined : { width, height, borderRadius: radius }}
      data-skeleton=""
      aria-hidden="true"
    />
  )
}
