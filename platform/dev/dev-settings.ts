/** Environment variables of the commands for development, with their description in `--help`. */
export const devSettings = {
  PORT: 'of the portal, 3000 unless set',
  PORTAL_DATA: 'the folder of the database and the images, .data unless set',
  DATABASE_URL: 'a PostgreSQL of your own instead',
}
