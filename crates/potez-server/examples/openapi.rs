//! Prints the description of the HTTP interface, from which the types of the browser client are
//! made.

fn main() {
    println!("{}", potez_server::openapi());
}
