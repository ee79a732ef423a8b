import { Link } from '@portal/shared/router'
import type { ComponentProps } from 'react'
import styles from './tips-page.module.css'

/** The link at the end of a panel's title. */
export function PanelLink(link: ComponentProps<typeof Link>) {
  return <Link className={styles.link} {...link} />
}
