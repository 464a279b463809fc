/** The styles of all pages come with the first file, after those of the components, whose looks they change. */
import.meta.glob('../**/*.module.css', { eager: true });
