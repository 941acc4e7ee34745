"""Records of requests and answers: requests are checked by them, and the OpenAPI document is made from both."""
