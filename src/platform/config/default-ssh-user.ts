/** Whom ssh logs in as where nothing says otherwise. */
export const defaultSshUser = 'root';
